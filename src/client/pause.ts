/** Lets the browser handle input between two tasks. */
export const pause = () => new Promise((resume) => setTimeout(resume));
