// Autoplay: goes through a record move by move, until its end or until the user stops it. It knows neither the record nor
// the clock; its host has both.

/** The paces that the user can choose, in seconds for each move. */
export const paces = [0.5, 1, 2, 4];

/**
 * @typedef {object} Host
 * @property {() => boolean} atEnd  whether no move follows
 * @property {() => unknown} rewind  goes to the start; a promise ends when its position is shown
 * @property {() => unknown} step  goes to the next move; a promise ends when its position is shown
 * @property {(run: () => unknown, milliseconds: number) => number} later  runs a function after a time
 * @property {(timer: number) => void} cancel
 * @property {() => void} changed  is called after the state has changed
 */

export class Autoplay {
  playing = false;
  timer = 0; // of the next move; 0 if none is waited for
  run = 0; // number of the latest start or stop

  /** @param {Host} host @param {number} [pace] in seconds for each move */
  constructor(host, pace = 2) {
    this.host = host;
    this.pace = paces.includes(pace) ? pace : 2;
  }

  /** Plays the next move at once, and the others after it. At the end it begins again at the start. */
  play() {
    if (this.playing) return;
    this.playing = true;
    this.run++;
    this.host.changed();
    return this.show(this.host.atEnd() ? this.host.rewind : this.host.step);
  }

  stop() {
    if (!this.playing) return;
    this.host.cancel(this.timer);
    this.timer = 0;
    this.playing = false;
    this.run++;
    this.host.changed();
  }

  toggle() {
    return this.playing ? this.stop() : this.play();
  }

  /** @param {number} pace in seconds for each move */
  setPace(pace) {
    this.pace = pace;
    if (this.timer) {
      this.host.cancel(this.timer);
      this.wait();
    }
    this.host.changed();
  }

  /** Shows a position. The pause before the next one begins when it is shown. @param {() => unknown} go */
  async show(go) {
    this.timer = 0;
    const { run } = this;
    await go();
    if (run !== this.run) return;
    if (this.host.atEnd()) this.stop();
    else this.wait();
  }

  wait() {
    this.timer = this.host.later(() => this.show(this.host.step), this.pace * 1000);
  }
}
