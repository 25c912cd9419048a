import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type FilesSearch, filesSearch } from './files-search.ts'

export type Change = (changes: FilesSearch, replace?: boolean) => void

/** What the address says of the screen. Filters replace it; a panel or a preview is a place one comes back from. */
export function useFilesAddress() {
  const search = filesSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const change: Change = useCallback(
    (changes, replace = true) =>
      void navigate({ to: '/files', search: (old) => filesSearch({ ...old, ...changes }), replace }),
    [navigate],
  )
  return { search, change }
}
