// Made by ../texts.js: the languages of the page besides English, and how much of each is translated, in percent.

/** @type {Record<string, {name: string, share: number}>} */
export const languages = {
  "de": { name: "Deutsch", share: 100 },
  "es": { name: "Español", share: 100 },
  "fr": { name: "Français", share: 100 },
  "ja": { name: "日本語", share: 100 },
  "ko": { name: "한국어", share: 100 },
  "zh-Hans": { name: "简体中文", share: 100 },
  "zh-Hant": { name: "繁體中文", share: 100 },
};
