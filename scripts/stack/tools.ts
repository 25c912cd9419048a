import { onPath } from './binaries.ts'

/** What the worker and the api start to read files, by the Debian package that has it. */
const TOOLS = {
  'poppler-utils': ['pdfinfo', 'pdftotext', 'pdftoppm'],
  'tesseract-ocr': ['tesseract'],
  'util-linux': ['prlimit', 'setpriv', 'unshare'],
}

export const lackingTools = (): string[] =>
  Object.entries(TOOLS).flatMap(([name, commands]) => (commands.every((command) => onPath(command)) ? [] : [name]))
