import { useQueryClient } from '@tanstack/react-query'
import type { Comment } from '@throughline/contracts/comments'
import { useMemo } from 'react'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { toast } from '../../../ui/toast.ts'
import { editComment, removeComment } from '../comments.api.ts'
import { commentsKey } from '../comments.keys.ts'
import { texts } from '../comments.texts.ts'

/** What one can do to a comment of one's own; each answers whether it was done. */
export function useCommentActs() {
  const queries = useQueryClient()
  return useMemo(() => {
    const done = async (act: Promise<unknown>, failure: string) => {
      try {
        await act
        await queries.invalidateQueries({ queryKey: commentsKey })
        return true
      } catch (error) {
        const description = serverMessageOf(error)
        toast.error(failure, description ? { description } : {})
        return false
      }
    }
    return {
      edit: ({ id }: Comment, content: string) => done(editComment(id, content), texts.editFailed),
      remove: ({ id }: Comment) => done(removeComment(id), texts.deleteFailed),
    }
  }, [queries])
}
