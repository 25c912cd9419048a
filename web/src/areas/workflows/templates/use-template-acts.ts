import { useQueryClient } from '@tanstack/react-query'
import type { Template } from '@throughline/contracts/templates'
import { useMemo } from 'react'
import { trashActs } from '../../../shared/trash/trash-acts.ts'
import { templateCalls } from './templates.api.ts'
import { texts } from './templates.texts.ts'

/** Deleting a template and taking it back, with what is said about it. */
export function useTemplateActs() {
  const queries = useQueryClient()
  return useMemo(
    () =>
      trashActs({
        calls: { remove: templateCalls.remove, restore: templateCalls.restore },
        nameOf: ({ name }: Template) => name,
        removed: texts.removed,
        failed: { remove: () => texts.notRemoved, restore: () => texts.notRestored },
        refresh: () => queries.invalidateQueries({ queryKey: templateCalls.key }),
      }),
    [queries],
  )
}
