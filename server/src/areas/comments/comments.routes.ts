import * as comments from '@throughline/contracts/comments'
import type { Mount } from '../../core/http/call.ts'
import {
  changeComment,
  commentOnDocument,
  commentOnInstance,
  commentOnTask,
  documentComments,
  dropComment,
  instanceComments,
  taskComments,
} from './comment-acts.service.ts'
import { mentionable, mentionableOnDocument } from './mentionable.ts'

export const commentRoutes = (on: Mount) => {
  on(comments.listInstanceComments, ({ ctx, viewer, params, query }) =>
    instanceComments(ctx, viewer, params.instanceId, query),
  )
  on(comments.addInstanceComment, ({ ctx, viewer, params, body }) =>
    commentOnInstance(ctx, viewer, params.instanceId, body.content),
  )
  on(comments.listTaskComments, ({ ctx, viewer, params, query }) => taskComments(ctx, viewer, params.taskId, query))
  on(comments.addTaskComment, ({ ctx, viewer, params, body }) =>
    commentOnTask(ctx, viewer, params.taskId, body.content),
  )
  on(comments.listDocumentComments, ({ ctx, viewer, params, query }) =>
    documentComments(ctx, viewer, params.documentId, query),
  )
  on(comments.addDocumentComment, ({ ctx, viewer, params, body }) =>
    commentOnDocument(ctx, viewer, params.documentId, body.content),
  )
  on(comments.editComment, ({ ctx, viewer, params, body }) =>
    changeComment(ctx, viewer, params.commentId, body.content),
  )
  on(comments.removeComment, ({ ctx, viewer, params }) => dropComment(ctx, viewer, params.commentId))
  on(comments.listMentionable, ({ ctx, viewer, params, query }) => mentionable(ctx, viewer, params.instanceId, query))
  on(comments.listMentionableOnDocument, ({ ctx, viewer, params, query }) =>
    mentionableOnDocument(ctx, viewer, params.documentId, query),
  )
}
