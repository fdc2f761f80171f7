// A tar made by hand, header by header, for tests.

export interface TarFile {
  readonly name: string;
  readonly content: Uint8Array;
  /** Default '0', a file. */
  readonly type?: string;
  readonly prefix?: string;
}

export function makeTar(files: readonly TarFile[]): Buffer {
  const blocks = files.flatMap(({ name, content, type = '0', prefix = '' }) => {
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write('0000644\0', 100);
    header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write('        ', 148);
    header.write(type, 156, 'latin1');
    header.write('ustar\x0000', 257);
    header.write(prefix, 345);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}
