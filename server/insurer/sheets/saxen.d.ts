declare module 'saxen' {
  type Decode = (text: string) => string;

  export class Parser {
    /** `attributes` is called where they are needed; false: they are malformed. */
    on(
      event: 'openTag',
      listener: (name: string, attributes: () => Record<string, string> | false, decode: Decode) => void,
    ): this;
    on(event: 'closeTag' | 'text' | 'cdata' | 'attention', listener: (text: string) => void): this;
    write(xml: string): this;
    end(): void;
  }
}
