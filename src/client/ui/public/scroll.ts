/** Scrolls to a section, smoothly where motion is welcome; the 100 px above it come from the style sheet's scroll padding. */
export function scrollToSection(id: string): void {
  const section = document.getElementById(id);
  if (!section) return;
  section.scrollIntoView();
  history.replaceState(history.state, '', `#${id}`);
}
