import * as z from 'zod/mini'

/** In the one spelling that the database gives ids: they are compared as texts, also where something is hidden by its id. */
const id = <const B extends string>() => z.uuid().check(z.toLowerCase()).brand<B>()

export const PersonId = id<'PersonId'>()
export type PersonId = z.infer<typeof PersonId>
export const TenantId = id<'TenantId'>()
export type TenantId = z.infer<typeof TenantId>
export const MemberId = id<'MemberId'>()
export type MemberId = z.infer<typeof MemberId>
export const RoleId = id<'RoleId'>()
export type RoleId = z.infer<typeof RoleId>
export const TeamId = id<'TeamId'>()
export type TeamId = z.infer<typeof TeamId>
export const SessionId = id<'SessionId'>()
export type SessionId = z.infer<typeof SessionId>
export const WorkflowId = id<'WorkflowId'>()
export type WorkflowId = z.infer<typeof WorkflowId>
export const InstanceId = id<'InstanceId'>()
export type InstanceId = z.infer<typeof InstanceId>
export const TaskId = id<'TaskId'>()
export type TaskId = z.infer<typeof TaskId>
export const CommentId = id<'CommentId'>()
export type CommentId = z.infer<typeof CommentId>
export const ClientId = id<'ClientId'>()
export type ClientId = z.infer<typeof ClientId>
export const DocumentId = id<'DocumentId'>()
export type DocumentId = z.infer<typeof DocumentId>
export const UploadId = id<'UploadId'>()
export type UploadId = z.infer<typeof UploadId>
export const SecretId = id<'SecretId'>()
export type SecretId = z.infer<typeof SecretId>
export const ExportId = id<'ExportId'>()
export type ExportId = z.infer<typeof ExportId>
export const MessageId = id<'MessageId'>()
export type MessageId = z.infer<typeof MessageId>
export const FormId = id<'FormId'>()
export type FormId = z.infer<typeof FormId>
export const SubmissionId = id<'SubmissionId'>()
export type SubmissionId = z.infer<typeof SubmissionId>
export const ToolId = id<'ToolId'>()
export type ToolId = z.infer<typeof ToolId>
export const ConnectionId = id<'ConnectionId'>()
export type ConnectionId = z.infer<typeof ConnectionId>
export const ModelId = id<'ModelId'>()
export type ModelId = z.infer<typeof ModelId>
export const SignInId = id<'SignInId'>()
export type SignInId = z.infer<typeof SignInId>
export const PlanId = id<'PlanId'>()
export type PlanId = z.infer<typeof PlanId>
export const SubscriptionId = id<'SubscriptionId'>()
export type SubscriptionId = z.infer<typeof SubscriptionId>
export const PaymentId = id<'PaymentId'>()
export type PaymentId = z.infer<typeof PaymentId>
export const InvoiceId = id<'InvoiceId'>()
export type InvoiceId = z.infer<typeof InvoiceId>
