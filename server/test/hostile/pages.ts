import { gzipSync } from 'node:zlib'
import { asText, type Hostile, OUTSIDE, onlySaved, SCRIPT } from './hostile.ts'

const of = (text: string) => () => Buffer.from(text)
const PAGE = `<!doctype html><html><body><script>${SCRIPT}</script></body></html>`
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" onload="${SCRIPT}"><script>${SCRIPT}</script></svg>`

/** Pages, drawings and programs. */
export const PAGES: readonly Hostile[] = [
  { what: 'a page with a script', name: 'page.html', content: of(PAGE), end: asText() },
  { what: 'a page called a picture', name: 'holiday.png', content: of(PAGE), end: asText() },
  {
    what: 'a page that leads elsewhere and loads others',
    name: 'frames.html',
    content: of(
      `<meta http-equiv="refresh" content="0;url=${OUTSIDE}"><iframe srcdoc="&lt;script>${SCRIPT}&lt;/script>"></iframe><img src="${OUTSIDE}" onerror="${SCRIPT}"><link rel=stylesheet href="${OUTSIDE}">`,
    ),
    end: asText(),
  },
  {
    what: 'a page in UTF-16',
    name: 'sixteen.html',
    content: () => Buffer.from(`\uFEFF${PAGE}`, 'utf16le'),
    end: onlySaved(),
  },
  {
    what: 'a page that is XML',
    name: 'page.xhtml',
    content: of(`<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>${SCRIPT}</script></html>`),
    end: onlySaved('application/xml'),
  },
  {
    what: 'a style sheet that reads other files',
    name: 'steal.xsl',
    content: of(
      `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" version="1.0"><xsl:template match="/">&e;<xsl:value-of select="document('${OUTSIDE}')"/></xsl:template></xsl:stylesheet>`,
    ),
    end: onlySaved('application/xml'),
  },
  { what: 'a drawing with a script', name: 'drawing.svg', content: of(DRAWING), end: asText() },
  {
    what: 'a drawing that is XML, called a picture',
    name: 'drawing.png',
    content: of(`<?xml version="1.0"?>${DRAWING}`),
    end: onlySaved('application/xml'),
  },
  {
    what: 'a drawing with a page within',
    name: 'foreign.svg',
    content: of(
      `<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="javascript:${SCRIPT}"/></body></foreignObject><image href="${OUTSIDE}"/></svg>`,
    ),
    end: asText(),
  },
  {
    what: 'a packed drawing',
    name: 'drawing.svgz',
    content: () => gzipSync(DRAWING),
    end: onlySaved('application/gzip'),
  },
  { what: 'a program of the browser', name: 'run.js', content: of(SCRIPT), end: asText() },
  {
    what: 'an address that opens by itself',
    name: 'link.url',
    content: of(`[InternetShortcut]\r\nURL=${OUTSIDE}\r\n`),
    end: asText(),
  },
  {
    what: 'a program called a PDF',
    name: 'invoice.pdf',
    content: () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200, 0x90)]),
    end: onlySaved('application/x-msdownload'),
  },
]
