// The clock of a player beside the name.
import { clockText, timeAfter, warning } from "./clocktime.js";
import * as game from "./game.js";
import { Component, html } from "./html.js";

/** @import { Clocks, Color } from "../types.d.ts" */

/** The clock of a player. It goes on by itself. mine: a signal sounds when the time is short. @extends {Component<{clocks: Clocks, color: Color, mine: boolean}>} */
export class Clock extends Component {
  timer = 0;
  warned = 0;

  componentDidMount() {
    this.timer = setInterval(() => this.props.clocks.running === this.props.color && this.setState({}), 100);
  }
  componentWillUnmount() {
    clearInterval(this.timer);
  }
  componentDidUpdate() {
    const { mine, clocks, color } = this.props;
    const level = clocks.running === color ? warning(clocks, this.now()) : 0;
    const warn = mine && level > 0 && level !== this.warned;
    this.warned = level;
    if (warn) game.warn(level);
  }

  now = () => timeAfter(this.props.clocks, this.props.color, performance.now() - game.state.received);

  render({ clocks, color }) {
    const t = this.now();
    const running = clocks.running === color;
    const { time, more } = clockText(clocks, t);
    const level = running ? warning(clocks, t) : 0;
    return html`<span class="watch ${running ? "running" : ""} ${level ? `last${level}` : ""}" data-clock=${color} role="timer" aria-label="time left">
      <b>${time}</b>${more && html`<small>${more}</small>`}</span>`;
  }
}
