import type { FormElement } from '@throughline/contracts/form-content'
import type { FormProblem } from '@throughline/contracts/forms'
import { variableOfElement } from '@throughline/flow/form'
import { texts as builderTexts } from '../builder.texts.ts'
import { nameOf } from '../elements.ts'
import { blocksOf, pageOf } from './model/pages.ts'

const texts = builderTexts.publishProblems

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** What is wrong, and with what; on which page, where there are several. */
export function problemText({ code, element: id, data = {} }: FormProblem, elements: readonly FormElement[]): string {
  const element = elements.find((one) => one.id === id)
  const named = element ? nameOf(element) : (id ?? '')
  const said = sentence(code, named, data, elements)
  const several = blocksOf(elements).length > 1
  return element && several ? texts.onPage(pageOf(elements, element.id) + 1, said) : said
}

function sentence(code: string, name: string, data: Record<string, unknown>, elements: readonly FormElement[]): string {
  switch (code) {
    case 'label_missing':
      return texts.label(name)
    case 'options_missing':
      return texts.options(name)
    case 'option_twice':
      return texts.optionTwice(name, textOf(data['option']))
    case 'option_blank':
      return texts.optionBlank(name)
    case 'rows_range':
      return texts.rows(name)
    case 'min_above_max':
      return texts.range(name)
    case 'file_limits':
      return texts.files(name)
    case 'unsupported_type':
      return texts.unsupported(textOf(data['type']))
    case 'id_twice':
      return texts.idTwice(name)
    case 'prefill_twice':
      return texts.prefillTwice(textOf(data['name']))
    case 'title_missing':
      return texts.title
    case 'no_fields':
      return texts.noFields
    case 'too_many_pages':
      return texts.pages(Number(data['most']))
    case 'too_large':
      return texts.tooLarge
    case 'page_empty':
      return texts.pageEmpty(Number(data['page']))
    case 'show_if_wrong':
      return texts.condition(name, textOf(data['text']))
    case 'show_if_too_much':
      return texts.conditionTooMuch(name)
    case 'show_if_later': {
      const later = elements.find((one) => variableOfElement(one.id) === data['variable'])
      return texts.conditionLater(name, later ? nameOf(later) : textOf(data['variable']))
    }
    default:
      return texts.other(name)
  }
}
