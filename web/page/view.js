// The visible part of a board. At first the whole board is visible. After the user zooms in, a part is visible. An
// infinite board is never visible as a whole.
import { shapeOf } from "./shape.js";

/** @typedef {{x: number, y: number, width: number, height: number}} Frame */
/** @typedef {{x: number, y: number, zoom: number}} View  the middle, and the magnification relative to the first view */
/** @import { Graph } from "../types.d.ts" */

// The unit of these lengths is the distance between two neighbouring points.
const first = 20.6; // width of the first view of an infinite board
const closest = 6; // smallest width of a view
const widest = 64; // largest width of a view of an infinite board
const around = 40; // how far a view may go beyond the window of an infinite board

/** The frame around the whole board. @param {Graph} graph @param {boolean} coordinates @returns {Frame} */
export function frame(graph, coordinates) {
  const { extent, labels, endless, plane } = shapeOf(graph);
  if (endless) {
    /** The distance from the middle to an edge of the first view; small if the plane ends at the middle. @param {number|undefined} at */
    const side = (at) => (at === 0 ? 2 : first / 2);
    return { x: -side(plane?.left), y: side(plane?.bottom) - first, width: first, height: first };
  }
  const margin = coordinates && labels.length > 0 ? 1.25 : 0.8;
  const width = Math.max(2, extent.right - extent.left + 2 * margin);
  const height = Math.max(2, extent.bottom - extent.top + 2 * margin);
  return { x: (extent.left + extent.right - width) / 2, y: (extent.top + extent.bottom - height) / 2, width, height };
}

/** The first view. @param {Frame} whole @returns {View} */
export const home = (whole) => ({ x: whole.x + whole.width / 2, y: whole.y + whole.height / 2, zoom: 1 });

/** The frame of a view. @param {Frame} whole @param {View} view @returns {Frame} */
export function frameOf(whole, { x, y, zoom }) {
  const [width, height] = [whole.width / zoom, whole.height / zoom];
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/**
 * The view that is nearest to the requested one and does not leave the board. On an infinite board it stays near the
 * window.
 * @param {Graph} graph @param {Frame} whole @param {View} asked @returns {View}
 */
export function within(graph, whole, asked) {
  const { endless, plane, extent } = shapeOf(graph);
  const size = Math.max(whole.width, whole.height);
  const zoom = Math.min(Math.max(asked.zoom, endless ? size / widest : 1), Math.max(1, size / closest));
  /** @param {number} at @param {number} from @param {number} to */
  const clamp = (at, from, to) => (from > to ? (from + to) / 2 : Math.min(Math.max(at, from), to));
  if (endless) {
    const room = plane ? around : 0;
    return { x: clamp(asked.x, extent.left - room, extent.right + room), y: clamp(asked.y, extent.top - room, extent.bottom + room), zoom };
  }
  const [w, h] = [whole.width / zoom / 2, whole.height / zoom / 2];
  return { x: clamp(asked.x, whole.x + w, whole.x + whole.width - w), y: clamp(asked.y, whole.y + h, whole.y + whole.height - h), zoom };
}

/** The view after zooming around a point, which stays at the same place on the screen. @param {View} view @param {number} by @param {number} x @param {number} y */
export const zoomed = (view, by, x, y) => ({ x: x + (view.x - x) / by, y: y + (view.y - y) / by, zoom: view.zoom * by });

/** The view moved just far enough to show a place. @param {Frame} whole @param {View} view @param {number} x @param {number} y */
export function showing(whole, view, x, y) {
  const f = frameOf(whole, view);
  const margin = Math.min(1.6, f.width / 4, f.height / 4);
  /** @param {number} at @param {number} from @param {number} size */
  const shift = (at, from, size) => (at < from + margin ? at - from - margin : at > from + size - margin ? at - from - size + margin : 0);
  return { ...view, x: view.x + shift(x, f.x, f.width), y: view.y + shift(y, f.y, f.height) };
}
