// Points in time, in words.
const dateFormat = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short", hour12: false });
const agoFormat = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** @param {Date} date */
export const exactly = (date) => dateFormat.format(date);

/** @param {Date} date */
export function ago(date) {
  const minutes = Math.round((Date.now() - date.getTime()) / 60000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return agoFormat.format(-minutes, "minute");
  if (minutes < 24 * 60) return agoFormat.format(-Math.round(minutes / 60), "hour");
  return agoFormat.format(-Math.round(minutes / (24 * 60)), "day");
}
