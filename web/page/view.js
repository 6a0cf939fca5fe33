// Which part of a board is on the screen: all of it at first, less when somebody
// looks closer, and a part of the plane where the board has no end.
import { shapeOf } from "./shape.js";

/** @typedef {{x: number, y: number, width: number, height: number}} Frame */
/** @typedef {{x: number, y: number, zoom: number}} View  the middle, and how much larger than at first */

const first = 20.6; // how much of an endless board is seen at first
const closest = 6; // how little of a board can be seen
const widest = 64; // how much of an endless board
const around = 40; // how far beyond its window

/** The frame around the whole board. @param {import("../types.d.ts").Graph} graph @param {boolean} coordinates @returns {Frame} */
export function frame(graph, coordinates) {
  const { extent, labels, endless, plane } = shapeOf(graph);
  if (endless) {
    const side = (at) => (at === 0 ? 2 : first / 2); // how much of the picture is beyond the middle
    return { x: -side(plane?.left), y: side(plane?.bottom) - first, width: first, height: first };
  }
  const margin = coordinates && labels.length > 0 ? 1.1 : 0.78;
  const width = Math.max(2, extent.right - extent.left + 2 * margin);
  const height = Math.max(2, extent.bottom - extent.top + 2 * margin);
  return { x: (extent.left + extent.right - width) / 2, y: (extent.top + extent.bottom - height) / 2, width, height };
}

/** The view at first. @param {Frame} whole @returns {View} */
export const home = (whole) => ({ x: whole.x + whole.width / 2, y: whole.y + whole.height / 2, zoom: 1 });

/** The frame of a view. @param {Frame} whole @param {View} view @returns {Frame} */
export function frameOf(whole, { x, y, zoom }) {
  const [width, height] = [whole.width / zoom, whole.height / zoom];
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/**
 * The view that comes closest to what was asked for: not beyond the board, nor
 * far from the window of an endless one.
 * @param {import("../types.d.ts").Graph} graph @param {Frame} whole @param {View} asked @returns {View}
 */
export function within(graph, whole, asked) {
  const { endless, plane, extent } = shapeOf(graph);
  const size = Math.max(whole.width, whole.height);
  const zoom = Math.min(Math.max(asked.zoom, endless ? size / widest : 1), Math.max(1, size / closest));
  const clamp = (at, from, to) => (from > to ? (from + to) / 2 : Math.min(Math.max(at, from), to));
  if (endless) {
    const room = plane ? around : 0;
    return { x: clamp(asked.x, extent.left - room, extent.right + room), y: clamp(asked.y, extent.top - room, extent.bottom + room), zoom };
  }
  const [w, h] = [whole.width / zoom / 2, whole.height / zoom / 2];
  return { x: clamp(asked.x, whole.x + w, whole.x + whole.width - w), y: clamp(asked.y, whole.y + h, whole.y + whole.height - h), zoom };
}

/** The view after zooming around a place, which stays where it is. @param {View} view @param {number} by */
export const zoomed = (view, by, x, y) => ({ x: x + (view.x - x) / by, y: y + (view.y - y) / by, zoom: view.zoom * by });

/** The view moved as little as it takes to show a place. @param {Frame} whole @param {View} view */
export function showing(whole, view, x, y) {
  const f = frameOf(whole, view);
  const margin = Math.min(1.6, f.width / 4, f.height / 4);
  const shift = (at, from, size) => (at < from + margin ? at - from - margin : at > from + size - margin ? at - from - size + margin : 0);
  return { ...view, x: view.x + shift(x, f.x, f.width), y: view.y + shift(y, f.y, f.height) };
}
