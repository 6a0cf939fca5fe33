// The part of Preact that the page uses, as types. It is not embedded in the binary.

/** What a component draws: an element, a text, nothing, or a list of these. */
export type Node = VNode | string | number | bigint | boolean | null | undefined | Node[];
export interface VNode { type: unknown; props: object; key: unknown }

export interface Ref<T> { current: T }

export class Component<P = {}, S = {}> {
  constructor(props?: P);
  props: Readonly<P>;
  state: Readonly<S>;
  setState<K extends keyof S>(changes: Pick<S, K> | Partial<S> | ((state: Readonly<S>) => Partial<S>), done?: () => void): void;
  componentDidMount?(): void;
  componentDidUpdate?(old: Readonly<P>): void;
  componentWillUnmount?(): void;
  shouldComponentUpdate?(next: Readonly<P>): boolean;
  render(props: P, state: S): Node;
}

export const Fragment: unknown;
export function h(type: unknown, props: object | null, ...children: Node[]): VNode;
/** A place for an element. It is filled while the component is on the page. */
export function createRef<T = any>(): Ref<T>;
export function render(node: Node, parent: Element): void;
