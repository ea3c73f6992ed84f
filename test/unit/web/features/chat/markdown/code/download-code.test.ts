import { describe, expect, it } from '@jest/globals';
import { fileNameOf } from 'web/features/chat/markdown/code/download-code';

describe('fileNameOf', () => {
  it.each([
    ['', 'code.txt'],
    ['python', 'code.py'],
    ['TypeScript', 'code.ts'],
    ['yaml', 'code.yaml'],
    ['c++', 'code.cpp'],
    ['c#', 'code.cs'],
    ['dockerfile', 'Dockerfile'],
    ['a-very-long-name-of-a-language', 'code.txt'],
    ['ts title="src/app.ts"', 'app.ts'],
    ['sh filename=run.sh', 'run.sh'],
    ["js title='C:\\work\\a.js'", 'a.js'],
    ['ts title="../../.bashrc"', 'code.ts'],
    ['ts title=""', 'code.ts'],
  ])('names code with the info string %p %p', (info, name) => {
    expect(fileNameOf(info)).toBe(name);
  });
});
