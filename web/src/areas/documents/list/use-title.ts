import { useQuery } from '@tanstack/react-query'
import { workflowQuery } from '../../workflows/builder.api.ts'
import { groupsQuery } from '../documents.api.ts'
import { spec, texts } from '../documents.texts.ts'
import { countText, totalOf } from '../sidebar/use-counts.ts'
import { narrowingOf } from './files-asked.ts'
import { type FilesSearch } from './files-search.ts'

/** What is shown and how many there are; of the trash nobody counts. */
export function useTitle(search: FilesSearch): { title: string; count: string | undefined } {
  const { workflow, shelf, trash } = search
  const { data: named } = useQuery({ ...workflowQuery(workflow ?? ''), enabled: workflow !== undefined })
  const { data: groups } = useQuery({ ...groupsQuery('status', narrowingOf(search)), enabled: !trash })
  const counted = search.status ? groups?.filter(({ key }) => key === search.status) : groups
  const count = counted && !trash ? countText(totalOf(counted)) : undefined
  if (trash) return { title: texts.trash, count }
  if (workflow) return { title: named?.name ?? spec.workflows, count }
  return { title: spec.shelves[shelf ?? 'all'], count }
}
