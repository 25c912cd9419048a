import type { Body } from '@throughline/contracts/endpoint'
import { TEMPLATE_CATEGORIES } from '@throughline/contracts/template-lists'
import type { createTemplate } from '@throughline/contracts/templates'
import type { FlowDoc } from '@throughline/contracts/workflow-document'
import { invalid } from '../../core/errors.ts'
import { truncate } from '../../core/truncate.ts'
import { readDraft } from '../workflows/workflows.public.ts'

export interface NewTemplate {
  document: FlowDoc
  category: string
  tags: string[]
}

const MAX_TAGS = 20
const LONGEST_TAG = 40
const LONGEST_CATEGORY = 100

const isCategory = (value: unknown) => TEMPLATE_CATEGORIES.some((one) => one === value)

function tagsOf(...lists: unknown[]): string[] {
  const given = lists.find(Array.isArray) ?? []
  const tags = given.flatMap((tag: unknown) => (typeof tag === 'string' ? [truncate(tag.trim(), LONGEST_TAG)] : []))
  return [...new Set(tags.filter((tag) => tag !== ''))].slice(0, MAX_TAGS)
}

/**
 * A workflow document in any accepted spelling, with `tags` and `category` beside it or in its metadata. Exported
 * templates say their category as `type`, which in a workflow is how it runs.
 */
export function readTemplate({ tags, category, flow, ...given }: Body<typeof createTemplate>): NewTemplate {
  const { type, ...rest } = given
  const runs = isCategory(type) ? flow : type
  const document = readDraft(runs === undefined ? rest : { ...rest, type: runs })
  const name = document.name.trim()
  if (Object.keys(document.steps).length === 0) throw invalid('A template needs at least one step')
  if (name === '') throw invalid('A template needs a name')
  const said = [category, isCategory(type) ? type : undefined].find((one) => typeof one === 'string')
  return {
    document: { ...document, name },
    category: truncate(typeof said === 'string' ? said.trim() : '', LONGEST_CATEGORY) || document.metadata.category,
    tags: tagsOf(tags, document.metadata.tags),
  }
}
