import { useNavigate, useSearch } from '@tanstack/react-router'
import { type MemberSearch, memberSearch } from './member-search.ts'

type Changes = { [Name in keyof MemberSearch]?: MemberSearch[Name] | undefined }

/** Changes replace the address: a filter is not a place one comes back to. */
export function useMemberSearch() {
  const search = memberSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const change = (changes: Changes) =>
    void navigate({ to: '/members', search: memberSearch({ ...search, ...changes }), replace: true })
  const clear = () => void navigate({ to: '/members', search: {}, replace: true })
  return { search, change, clear, filtered: Object.keys(search).length > 0 }
}
