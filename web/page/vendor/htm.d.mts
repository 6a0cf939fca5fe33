// The part of htm that the page uses, as types. It is not embedded in the binary.
declare const htm: {
  bind<R>(h: (type: any, props: any, ...children: any[]) => R): (strings: TemplateStringsArray, ...values: unknown[]) => R;
};
export default htm;
