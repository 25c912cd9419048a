import { expect, test } from 'vitest'
import { drawText, readText } from './text-dom.ts'

const place = () => document.createElement('div')

test('text with marks is read as it was drawn', () => {
  for (const text of [
    'Plain',
    'We **finish** *on time*. See [About](/about).',
    'One line\nand the next\n\nAnother paragraph',
    '**All bold**',
    '2 * 3 * 4 and [brackets]',
  ]) {
    const here = place()
    drawText(here, text, true)
    expect(readText(here)).toBe(text)
  }
})

test('what a browser makes while somebody types is read as marks and paragraphs', () => {
  const here = place()
  // oxlint-disable-next-line no-unsanitized/property -- what browsers leave behind, written out
  here.innerHTML =
    '<p>One&nbsp;<b>two </b>three</p><div>Four<br></div><p><br></p><p><i>five</i><i> six</i> <a href="mailto:a@b.example">mail</a></p>'
  expect(readText(here)).toBe('One **two** three\n\nFour\n\n*five six* [mail](mailto:a@b.example)')
})

test('of pasted pages only text and the three marks are kept', () => {
  const page = new DOMParser().parseFromString(
    '<style>p{}</style><h1>Title</h1><p onclick="x()">A <span style="color:red">red</span> <strong>word</strong><img src=x></p><script>alert(1)</script><ul><li>one</li><li>two</li></ul>',
    'text/html',
  )
  expect(readText(page.body)).toBe('Title\n\nA red **word**\n\none\n\ntwo')
})

test('a heading is one line without marks', () => {
  const here = place()
  drawText(here, 'Your **books**', false)
  expect(here.childNodes).toHaveLength(1)
  expect(readText(here)).toBe('Your **books**')
})
