import { PersonId } from '@throughline/contracts/ids'
import { expect, test, vi } from 'vitest'
import { recentSearches, rememberSearch } from '../areas/search/parts/recent-searches.ts'
import { currentUserQuery } from '../shared/current-user.ts'
import { person } from '../shared/testing/person.ts'
import { queryClient } from './query-client.ts'
import { loadCurrentUser, watchOwner } from './session.ts'

const told = (newValue: string) => dispatchEvent(new StorageEvent('storage', { key: 'tl.file-index-owner', newValue }))

test('a tab starts again when another one is signed in as somebody else, and only then', async () => {
  const startAgain = vi.fn()
  watchOwner(startAgain)
  told('somebody somewhere')
  expect(startAgain, 'nobody is signed in here').not.toHaveBeenCalled()

  queryClient.setQueryData(currentUserQuery.queryKey, person())
  await loadCurrentUser()
  told(localStorage.getItem('tl.file-index-owner') ?? '')
  expect(startAgain, 'the same person').not.toHaveBeenCalled()
  told('somebody somewhere')
  expect(startAgain).toHaveBeenCalledOnce()
})

test('whoever signs in after a session that ended unseen does not find the searches of the person before', async () => {
  queryClient.setQueryData(currentUserQuery.queryKey, person())
  await loadCurrentUser()
  rememberSearch('salary of the director')
  await loadCurrentUser()
  expect(recentSearches()).toEqual(['salary of the director'])

  queryClient.setQueryData(
    currentUserQuery.queryKey,
    person({ id: PersonId.parse('0199a000-0000-7000-8000-00000000beef') }),
  )
  await loadCurrentUser()
  expect(recentSearches()).toEqual([])
})
