import { ELEMENT_TYPES, type FormElement } from '@throughline/contracts/form-content'
import { describe, expect, test } from 'vitest'
import { renderElement, renderPages } from './form-view.ts'
import { HOSTILE_TEXTS } from './testing/hostile-texts.ts'

/** With all that stands in quotes of an attribute taken out, only tags of ours are left. */
const tagsIn = (text: string) => [...text.replace(/="[^"]*"/g, '').matchAll(/<\/?([^\s>]*)([^>]*)>/g)]
const OURS = /^(div|p|label|input|textarea|select|option|fieldset|legend|span|ul|h2|button|section)$/
const OUR_ATTRIBUTES =
  /^( (class|id|for|name|type|value|placeholder|rows|required|checked|selected|hidden|multiple|accept|inputmode|autocomplete|tabindex|data-[a-z]+|aria-[a-z]+))*$/

describe('What an author or a visitor wrote', () => {
  test.each([...ELEMENT_TYPES, 'signature'])('is text in a %s, whatever stands in it', (type) => {
    for (const payload of HOSTILE_TEXTS) {
      const element: FormElement = {
        id: 'txt-1',
        type,
        label: payload,
        placeholder: payload,
        helpText: payload,
        content: payload,
        title: payload,
        options: [payload, { label: payload, value: `${payload}2` }],
        acceptedFileTypes: payload,
        buttonType: payload,
        defaultValue: payload,
      }
      const drawn = [
        String(renderElement(element) ?? ''),
        String(renderElement(element, { value: payload, problem: payload }) ?? ''),
        renderPages([{ id: 'pg-1', type: 'page', title: payload }, element]).join(''),
      ]
      for (const text of drawn) {
        const strange = tagsIn(text).filter(
          ([, name = '', attributes = '']) => !OURS.test(name) || !OUR_ATTRIBUTES.test(attributes),
        )
        expect(strange, payload).toEqual([])
      }
    }
  })

  test('is text where the type is not known, too', () => {
    const drawn = String(renderElement({ id: 'x-1', type: '<script>' }))
    expect(drawn).toContain('Unsupported element type: &lt;script&gt;')
  })
})

describe('An element', () => {
  test('has its label, its help and its problem beside it, and says when it is optional', () => {
    const drawn = String(renderElement({ id: 'txt-1', type: 'textbox', label: 'Name', helpText: 'As on paper' }))
    expect(drawn).toContain('for="f-txt-1"')
    expect(drawn).toContain('aria-describedby="h-txt-1 e-txt-1"')
    expect(drawn).toContain('Optional')
    expect(String(renderElement({ id: 'txt-1', type: 'textbox', required: true }))).not.toContain('Optional')
  })

  test('shows the answer that was given, and its default only where none was', () => {
    const country: FormElement = { id: 'sel-1', type: 'dropdown', options: ['UK', 'US'], defaultValue: 'US' }
    expect(String(renderElement(country))).toContain('value="US" selected')
    expect(String(renderElement(country, { value: 'UK' }))).toContain('value="UK" selected')
    expect(String(renderElement(country, { value: null }))).not.toContain('selected')
  })

  test('keeps the lines of an answer, the first one as well', () => {
    const drawn = String(renderElement({ id: 'tar-1', type: 'textarea' }, { value: '\n\nAda' }))
    expect(drawn).toContain('>\n\n\nAda</textarea>')
  })

  test('boxes of a list are sent one by one, for browsers without scripts', () => {
    const drawn = String(
      renderElement({ id: 'chk-1', type: 'checkbox', options: ['Tax', 'Audit'] }, { value: ['Audit'] }),
    )
    expect(drawn).toContain('name="chk-1[0]" value="Tax"')
    expect(drawn).toContain('name="chk-1[1]" value="Audit" checked')
  })

  test('a form without elements is one page with nothing on it', () => {
    expect(renderPages([])).toHaveLength(1)
  })
})
