/** Scrolls to a section. The style sheet sets smooth scrolling and the space above it. */
export function scrollToSection(id: string): void {
  const section = document.getElementById(id);
  if (!section) return;
  section.scrollIntoView();
  history.replaceState(history.state, '', `#${id}`);
}
