import { asText, type Hostile, kept, SCRIPT } from './hostile.ts'
import { pdf } from './pdf.ts'
import { blankPng, gif, jpeg, pngChunk } from './pictures.ts'
import { zip } from './zip.ts'

const PAGE = `<html><script>${SCRIPT}</script></html>`
const PACKED = () => zip([{ name: 'page.html', content: PAGE }])

/** One kind to one program, another to the next. */
export const POLYGLOTS: readonly Hostile[] = [
  {
    what: 'a picture that is a program',
    name: 'tiny.gif',
    content: () => gif(`*/=1;${SCRIPT}/*`),
    end: kept('image/gif', 'image'),
  },
  { what: 'a picture called a page', name: 'tiny.html', content: () => gif(PAGE), end: kept('image/gif', 'image') },
  {
    what: 'a photograph with a page in its comment',
    name: 'photo.jpg',
    content: () => jpeg(PAGE),
    end: kept('image/jpeg', 'image'),
  },
  {
    what: 'a picture with a script in its words',
    name: 'words.png',
    content: () => blankPng(8, [pngChunk('tEXt', `Comment\0${PAGE}`)]),
    end: kept('image/png', 'image'),
  },
  {
    what: 'a picture with an archive behind it',
    name: 'archive.png',
    content: () => Buffer.concat([blankPng(8), PACKED()]),
    end: kept('image/png', 'image'),
  },
  {
    what: 'a page that is a PDF to whoever looks further',
    name: 'both.pdf',
    content: () => Buffer.concat([Buffer.from(`${PAGE}\n`), pdf({ texts: ['Both'] })]),
    end: asText(),
  },
  {
    what: 'a PDF that is an archive',
    name: 'both.zip',
    content: () => Buffer.concat([pdf({ texts: ['Both'] }), PACKED()]),
    end: kept('application/pdf', 'pdf'),
  },
  {
    what: 'what only begins like a photograph',
    name: 'begins.jpg',
    content: () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(PAGE)]),
    end: kept('image/jpeg', 'failed'),
  },
  {
    what: 'a bitmap that is a program',
    name: 'bitmap.bmp',
    content: () => Buffer.from(`BM=1;${SCRIPT}`),
    end: kept('image/bmp', 'unsupported'),
  },
]
