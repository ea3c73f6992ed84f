import { download } from '../../../../ui/content/download.ts';

/** The endings of files that differ from every name of their language. */
const endings: Record<string, string> = {
  bash: 'sh',
  csharp: 'cs',
  'c#': 'cs',
  'c++': 'cpp',
  golang: 'go',
  javascript: 'js',
  kotlin: 'kt',
  markdown: 'md',
  powershell: 'ps1',
  python: 'py',
  ruby: 'rb',
  rust: 'rs',
  shell: 'sh',
  typescript: 'ts',
};

/**
 * Returns the name under which code is saved: the title of its info string, or 'code' with the ending of its language.
 */
export function fileNameOf(info: string): string {
  const title = /\b(?:title|file(?:name)?)=["']?([^"'\s]+)/.exec(info)?.[1]?.split(/[\\/]/).at(-1) ?? '';
  // A browser replaces what a file system forbids. A name that begins with a dot would be hidden.
  if (/^\w/.test(title)) return title;
  const language = /^[\w+#-]+/.exec(info)?.[0].toLowerCase() ?? '';
  if (language === 'dockerfile') return 'Dockerfile';
  return `code.${endings[language] ?? (/^\w{1,10}$/.test(language) ? language : 'txt')}`;
}

export const downloadCode = (code: string, info: string) => download(fileNameOf(info), 'text/plain', code);
