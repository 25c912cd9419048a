import type { FormContent, FormElement } from '@throughline/contracts/form-content'
import { describe, expect, test } from 'vitest'
import { checkResponse, fileRuleOf, isAccepted, pagesOf } from './form.ts'
import { compileForm, diffForms, hashForm } from './form-compile.ts'

const formOf = (elements: FormElement[], more: Partial<FormContent> = {}): FormContent => ({
  title: 'New client intake',
  description: '',
  elements,
  settings: { submitButtonText: 'Submit' },
  banner: null,
  ...more,
})

const services: FormElement = {
  id: 'chk-1',
  type: 'checkbox',
  label: 'Services',
  required: true,
  options: ['Bookkeeping', { label: 'Payroll', value: 'payroll' }],
}
const wages: FormElement = {
  id: 'sel-1',
  type: 'dropdown',
  label: 'How often do you pay wages?',
  required: true,
  options: ['Weekly', 'Monthly'],
  show_if: 'has(vars.chk_1) && "payroll" in vars.chk_1',
}
const codesOf = (content: FormContent) => compileForm(content).problems.map(({ code, element }) => [code, element])

describe('A response', () => {
  const { compiled } = compileForm(formOf([services, wages]))

  test('is asked for what is shown, and a hidden field is neither required nor kept', () => {
    const hidden = checkResponse(compiled, { 'chk-1': ['Bookkeeping'], 'sel-1': 'Weekly' }, 0)
    expect(hidden).toEqual({ values: { 'chk-1': ['Bookkeeping'] }, problems: {}, hidden: ['sel-1'] })
    const shown = checkResponse(compiled, { 'chk-1': ['payroll', 'payroll'] }, 0)
    expect(shown).toEqual({
      values: { 'chk-1': ['payroll'], 'sel-1': null },
      problems: { 'sel-1': 'required' },
      hidden: [],
    })
  })

  test('hides headings and whole pages by their conditions, with every question on them', () => {
    const onlyPayroll = 'has(vars.chk_1) && "payroll" in vars.chk_1'
    const { compiled: form, problems } = compileForm(
      formOf([
        services,
        { id: 'sec-1', type: 'sectionHeading', content: 'Wages', show_if: onlyPayroll },
        { id: 'pag-1', type: 'page', title: 'Payroll', show_if: onlyPayroll },
        { id: 'lbl-1', type: 'label', content: 'About your staff' },
        { id: 'num-1', type: 'number', label: 'People on payroll', required: true },
        { id: 'num-2', type: 'number', label: 'Sites', show_if: 'has(vars.num_1) && vars.num_1 > 10.0' },
        { id: 'pag-2', type: 'page', title: 'Contact' },
        { id: 'eml-1', type: 'email', label: 'Email' },
      ]),
    )
    expect(problems).toEqual([])
    const without = checkResponse(form, { 'chk-1': ['Bookkeeping'], 'num-1': 40 }, 0)
    expect(without.hidden.toSorted()).toEqual(['lbl-1', 'num-1', 'num-2', 'sec-1'])
    expect(without.problems).toEqual({})
    const few = checkResponse(form, { 'chk-1': ['payroll'], 'num-1': 4 }, 0)
    expect(few.hidden).toEqual(['num-2'])
    expect(checkResponse(form, { 'chk-1': ['payroll'], 'num-1': 40 }, 0).hidden).toEqual([])
  })

  test('chooses several options only from those there are', () => {
    expect(checkResponse(compiled, { 'chk-1': ['Cleaning'] }, 0).problems).toEqual({ 'chk-1': 'not_an_option' })
    expect(checkResponse(compiled, { 'chk-1': [] }, 0).problems).toEqual({ 'chk-1': 'required' })
  })

  test('takes a single box as yes or no', () => {
    const { compiled: box } = compileForm(formOf([{ id: 'chk-2', type: 'checkbox', label: 'I agree', required: true }]))
    expect(checkResponse(box, { 'chk-2': true }, 0)).toEqual({ values: { 'chk-2': true }, problems: {}, hidden: [] })
    expect(checkResponse(box, {}, 0).problems, 'one that is required must be checked').toEqual({ 'chk-2': 'required' })
  })
})

describe('Before it is published', () => {
  test('a form without mistakes has no problem', () => {
    expect(compileForm(formOf([services, wages])).problems).toEqual([])
  })

  test('each mistake is said where it is', () => {
    const broken = formOf(
      [
        { id: 'txt-1', type: 'textbox', label: ' ' },
        { id: 'txt_1', type: 'textbox', label: 'Name' },
        { id: 'sel-2', type: 'radio', label: 'Choice' },
        { id: 'sel-3', type: 'select', label: 'Choice', options: ['A', 'A', ''] },
        { id: 'hologram-1', type: 'hologram' },
        { id: 'num-1', type: 'number', label: 'Amount', min: 5, max: 1 },
        { id: 'txa-1', type: 'textarea', label: 'Notes', rows: 40 },
        { id: 'file-1', type: 'file', label: 'Papers', maxFiles: 0 },
        { id: 'txt-2', type: 'textbox', label: 'Later', show_if: 'vars.txt_3 == "x"' },
        { id: 'txt-3', type: 'textbox', label: 'Wrong', show_if: 'vars.nowhere > 1' },
      ],
      { title: '' },
    )
    expect(codesOf(broken)).toEqual([
      ['title_missing', undefined],
      ['id_twice', 'txt_1'],
      ['label_missing', 'txt-1'],
      ['options_missing', 'sel-2'],
      ['option_twice', 'sel-3'],
      ['option_blank', 'sel-3'],
      ['unsupported_type', 'hologram-1'],
      ['min_above_max', 'num-1'],
      ['rows_range', 'txa-1'],
      ['file_limits', 'file-1'],
      ['show_if_later', 'txt-2'],
      ['show_if_wrong', 'txt-3'],
    ])
  })

  test('headings alone are no form, and it has at most 30 pages', () => {
    const pages = Array.from(
      { length: 31 },
      (_, n): FormElement => ({ id: `page-${n}`, type: 'page', title: `Page ${n}` }),
    )
    const codes = codesOf(formOf([...pages, { id: 'head-1', type: 'mainHeading', content: 'Hello' }])).map(
      ([code]) => code,
    )
    expect(codes).toEqual(expect.arrayContaining(['no_fields', 'too_many_pages', 'page_empty']))
  })
})

describe('Pages', () => {
  test('begin with their element; what stands before the first is a page of its own', () => {
    const page: FormElement = { id: 'page-1', type: 'page', title: 'What you need' }
    expect(pagesOf([services, page, wages])).toEqual([
      { title: '', elements: [services] },
      { title: 'What you need', elements: [wages] },
    ])
    expect(pagesOf([])).toEqual([{ title: '', elements: [] }])
  })
})

describe('Files', () => {
  test('are taken by ending or kind, one of 5 MB unless the author says otherwise', () => {
    const rule = fileRuleOf({ id: 'file-1', type: 'attachment', acceptedFileTypes: '.pdf, image/*' })
    expect(rule).toEqual({ accepts: ['.pdf', 'image/*'], maxFiles: 1, maxBytes: 5 * 1_048_576 })
    expect([
      isAccepted(rule, 'A.PDF', ''),
      isAccepted(rule, 'a', 'image/png'),
      isAccepted(rule, 'a.exe', 'x/y'),
    ]).toEqual([true, true, false])
  })
})

describe('Changes', () => {
  test('name what was added, changed, moved and removed', () => {
    const notes: FormElement = { id: 'txa-1', type: 'textarea', label: 'Notes' }
    const before = formOf([services, wages, notes])
    const after = formOf([notes, { ...services, label: 'Service' }, { id: 'txt-9', type: 'textbox', label: 'Name' }], {
      settings: { submitButtonText: 'Send' },
    })
    expect(diffForms(before, after).map(({ kind, element, name }) => [kind, element ?? name])).toEqual([
      ['moved', 'txa-1'],
      ['changed', 'chk-1'],
      ['added', 'txt-9'],
      ['removed', 'sel-1'],
      ['changed', 'submitButtonText'],
    ])
    expect(diffForms(before, before)).toEqual([])
    expect(hashForm(before)).not.toBe(hashForm(after))
  })
})
