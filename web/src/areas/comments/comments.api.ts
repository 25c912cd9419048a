import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  addDocumentComment,
  addInstanceComment,
  addTaskComment,
  type Comment,
  editComment as edit,
  listDocumentComments,
  listInstanceComments,
  listMentionable,
  listMentionableOnDocument,
  listTaskComments,
  removeComment as remove,
} from '@throughline/contracts/comments'
import type { Output } from '@throughline/contracts/endpoint'
import { api } from '../../shared/api.ts'
import { commentsKey } from './comments.keys.ts'

const PAGE = 50

export type CommentSubject = { kind: 'task' | 'instance' | 'document'; id: string }
/** Whose people a comment can name. */
export type NamedAmong = { kind: 'instance' | 'document'; id: string }
export type Mentionable = Output<typeof listMentionable>['data'][number]

export const commentsOfKey = ({ kind, id }: CommentSubject) => [...commentsKey, kind, id]

/** Page after page, the newest first. */
export const commentsQuery = (subject: CommentSubject) =>
  infiniteQueryOptions({
    queryKey: commentsOfKey(subject),
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE, cursor: pageParam || undefined }
      const { kind, id } = subject
      if (kind === 'task') return api(listTaskComments, { params: { taskId: id }, query }, { signal })
      if (kind === 'document') return api(listDocumentComments, { params: { documentId: id }, query }, { signal })
      return api(listInstanceComments, { params: { instanceId: id }, query }, { signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
  })

/** Whom a comment can name, those on the instance first. */
export const mentionableQuery = ({ kind, id }: NamedAmong, search: string) =>
  queryOptions({
    queryKey: [...commentsKey, 'people', id, search],
    queryFn: async ({ signal }) => {
      const query = { search: search || undefined }
      if (kind === 'instance')
        return (await api(listMentionable, { params: { instanceId: id }, query }, { signal })).data
      return (await api(listMentionableOnDocument, { params: { documentId: id }, query }, { signal })).data
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })

export async function addComment(subject: CommentSubject, content: string): Promise<Comment> {
  const body = { content }
  const { kind, id } = subject
  if (kind === 'task') return api(addTaskComment, { params: { taskId: id }, body })
  if (kind === 'document') return api(addDocumentComment, { params: { documentId: id }, body })
  return (await api(addInstanceComment, { params: { instanceId: id }, body })).data
}

export const editComment = (commentId: string, content: string) =>
  api(edit, { params: { commentId }, body: { content } })

export const removeComment = (commentId: string) => api(remove, { params: { commentId } })
