// Points in time, in words.
import { language, tr } from "./text.js";

const dateFormat = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" });
const agoFormat = new Intl.RelativeTimeFormat(language, { numeric: "auto" });

/** @param {Date} date */
export const exactly = (date) => dateFormat.format(date);

/** @param {Date} date */
export function ago(date) {
  const minutes = Math.round((Date.now() - date.getTime()) / 60000);
  if (minutes < 1) return tr("just now");
  if (minutes < 60) return agoFormat.format(-minutes, "minute");
  if (minutes < 24 * 60) return agoFormat.format(-Math.round(minutes / 60), "hour");
  return agoFormat.format(-Math.round(minutes / (24 * 60)), "day");
}

const day = 24 * 3600_000; // milliseconds

/** A day from today on, in words: "tomorrow", "in 3 days". @param {string} date  such as 2026-03-01 @param {number} [now] */
export function dayText(date, now = Date.now()) {
  const here = new Date(now);
  const [y, m, d] = date.split("-").map(Number);
  return agoFormat.format(Math.round((Date.UTC(y, m - 1, d) - Date.UTC(here.getFullYear(), here.getMonth(), here.getDate())) / day), "day");
}
