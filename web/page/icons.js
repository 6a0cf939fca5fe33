// Line drawings for buttons, 24 by 24.
import { html } from "./html.js";

const paths = {
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  lab: "M10 3v6L4.5 18.5A1.7 1.7 0 0 0 6 21h12a1.7 1.7 0 0 0 1.5-2.5L14 9V3M8.5 3h7M7.5 15h9",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  theme: "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18",
  help: "M9.2 9.2a2.8 2.8 0 1 1 4 2.6c-.8.4-1.2 1-1.2 1.9M12 17.2h.01",
  first: "M18 6l-7 6 7 6M6 6v12",
  back: "M15 5l-8 7 8 7",
  forward: "M9 5l8 7-8 7",
  last: "M6 6l7 6-7 6M18 6v12",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  upload: "M12 16V5M7 9l5-5 5 5M5 20h14",
  grid: "M8 3v18M16 3v18M3 8h18M3 16h18",
  bin: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  close: "M6 6l12 12M18 6L6 18",
};

/** @param {keyof typeof paths} name */
export const icon = (name) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${paths[name]} /></svg>`;
