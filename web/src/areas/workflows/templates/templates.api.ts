import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { TEMPLATE_CATEGORIES } from '@throughline/contracts/template-lists'
import {
  createTemplate,
  listTemplates,
  useTemplate as postUse,
  removeTemplate,
  restoreTemplate,
  type TemplateSort,
} from '@throughline/contracts/templates'
import type { WorkflowInput } from '@throughline/contracts/workflows'
import { api } from '../../../shared/api.ts'

const templatesKey = ['templates'] as const

export type TemplateCategory = (typeof TEMPLATE_CATEGORIES)[number]
interface TemplateFilter {
  category?: TemplateCategory | undefined
  sort: TemplateSort
}

export const templatesQuery = ({ category, sort }: TemplateFilter) =>
  infiniteQueryOptions({
    queryKey: [...templatesKey, category ?? 'all', sort],
    queryFn: ({ pageParam, signal }) =>
      api(
        listTemplates,
        { query: { sort, ...(category && { category }), cursor: pageParam || undefined } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })

const at = (templateId: string) => ({ params: { templateId } })

export const templateCalls = {
  key: templatesKey,
  add: (body: WorkflowInput) => api(createTemplate, { body }),
  remove: (id: string) => api(removeTemplate, at(id)),
  restore: (id: string) => api(restoreTemplate, at(id)),
  use: (id: string, body: { name: string; description: string; prefix: string }) => api(postUse, { ...at(id), body }),
}
