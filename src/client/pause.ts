/** Lets the browser handle input and show its effect between two tasks. A hidden page draws no frame to wait for. */
export const pause = () =>
  new Promise((resume) => (document.hidden ? setTimeout(resume) : requestAnimationFrame(() => setTimeout(resume))));

/** Waits for some milliseconds. */
export const wait = (ms: number) => new Promise((resume) => setTimeout(resume, ms));
