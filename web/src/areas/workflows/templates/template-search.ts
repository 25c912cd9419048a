import { TEMPLATE_CATEGORIES, TEMPLATE_SORTS } from '@throughline/contracts/template-lists'
import type { TemplateSort } from '@throughline/contracts/templates'
import { isOne } from '../../../shared/address-params.ts'
import type { TemplateCategory } from './templates.api.ts'

type TemplateSearch = {
  category?: TemplateCategory
  sort?: TemplateSort
  /** The template that is about to be used. */
  use?: string
  panel?: 'new'
}

/** What the address says; anything else is left out. */
export function templateSearch({ category, sort, use, panel }: Record<string, unknown>): TemplateSearch {
  return {
    ...(isOne(TEMPLATE_CATEGORIES, category) && { category }),
    ...(isOne(TEMPLATE_SORTS, sort) && sort !== 'popular' && { sort }),
    ...(typeof use === 'string' && use && { use }),
    ...(panel === 'new' && { panel }),
  }
}
