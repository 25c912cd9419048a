import { useQueryClient } from '@tanstack/react-query'
import type { Comment } from '@throughline/contracts/comments'
import { useAct } from '../../../shared/use-act.ts'
import { editComment, removeComment } from '../comments.api.ts'
import { commentsKey } from '../comments.keys.ts'
import { texts } from '../comments.texts.ts'

/** What one can do to a comment of one's own; each answers whether it was done. */
export function useCommentActs() {
  const queries = useQueryClient()
  const { busy, run } = useAct()
  // The list is read anew first: an editor that closes shows the new words, not the old ones.
  const done = (act: () => Promise<unknown>, failed: string) =>
    run({ call: () => act().then(() => queries.invalidateQueries({ queryKey: commentsKey })), failed })
  return {
    busy: busy !== undefined,
    edit: ({ id }: Comment, content: string) => done(() => editComment(id, content), texts.editFailed),
    remove: ({ id }: Comment) => done(() => removeComment(id), texts.deleteFailed),
  }
}
