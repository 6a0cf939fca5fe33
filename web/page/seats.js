// The seats of this browser in games between people and in tournaments, and the invitations that it was given. A secret
// never leaves the browser except in the headers of requests about its game or tournament.

/** @param {string} id of a game or tournament */
export const secretOf = (id) => localStorage.getItem(`seat ${id}`) ?? "";

/** @param {string} id @param {string} secret */
export const keepSecret = (id, secret) => localStorage.setItem(`seat ${id}`, secret);

/** @param {string} id */
export const invitationOf = (id) => localStorage.getItem(`invitation ${id}`) ?? "";

/** @param {string} id @param {string} secret */
export const keepInvitation = (id, secret) => localStorage.setItem(`invitation ${id}`, secret);

/** Takes the same seat in another game: a rematch, or a game of a tournament. @param {string} from @param {string} to */
export function follow(from, to) {
  if (secretOf(from)) keepSecret(to, secretOf(from));
  if (invitationOf(from)) keepInvitation(to, invitationOf(from));
}

/** A new secret of 128 random bits. */
export const newSecret = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");

/** The header with the secret of a seat. @param {string} secret @returns {Record<string, string>} */
export const seatHeader = (secret) => (secret ? { "X-Tengen-Seat": secret } : {});

/** The headers of a request about a game or a tournament. @param {string} path below /api/ @returns {Record<string, string>} */
export function headersOf(path) {
  const id = /^(?:games|tournaments)\/([a-z2-7]{12})/.exec(path)?.[1];
  if (!id) return {};
  const invitation = invitationOf(id);
  return { ...seatHeader(secretOf(id)), ...(invitation ? { "X-Tengen-Invitation": invitation } : {}) };
}
