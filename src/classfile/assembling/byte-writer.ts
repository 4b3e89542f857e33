/** A growing, big-endian byte buffer for writing class files. */
export class ByteWriter {
  length = 0;
  private bytes: Uint8Array;

  constructor(capacity: number = 256) {
    this.bytes = new Uint8Array(Math.max(16, capacity));
  }

  /** Writes the low eight bits. */
  u1(value: number): void {
    if (this.length === this.bytes.length) this.grow(1);
    this.bytes[this.length++] = value;
  }

  u2(value: number): void {
    this.u1(value >> 8);
    this.u1(value);
  }

  u4(value: number): void {
    this.u2(value >> 16);
    this.u2(value);
  }

  write(bytes: Uint8Array): void {
    if (this.length + bytes.length > this.bytes.length) this.grow(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Overwrites two bytes written before. */
  patch2(at: number, value: number): void {
    this.bytes[at] = value >> 8;
    this.bytes[at + 1] = value;
  }

  patch4(at: number, value: number): void {
    this.patch2(at, value >> 16);
    this.patch2(at + 2, value);
  }

  toBytes(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  private grow(more: number): void {
    const bytes = new Uint8Array(Math.max(2 * this.bytes.length, this.length + more));
    bytes.set(this.bytes);
    this.bytes = bytes;
  }
}
