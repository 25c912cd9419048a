import {
  ApiKeyId,
  ClientId,
  CommentId,
  DocumentId,
  FormId,
  HeldStartId,
  HookId,
  InboundMailId,
  InstanceId,
  MailAddressId,
  MemberId,
  PersonId,
  ReportId,
  RoleId,
  ScheduleId,
  SessionId,
  TaskId,
  TeamId,
  TenantId,
  UploadId,
  WebsiteId,
  WorkflowId,
} from '@throughline/contracts/ids'
import * as z from 'zod/mini'

const KINDS = new Map<z.core.$ZodType, string>([
  [DocumentId, 'document'],
  [UploadId, 'upload'],
  [TaskId, 'task'],
  [InstanceId, 'instance'],
  [WorkflowId, 'workflow'],
  [FormId, 'form'],
  [HeldStartId, 'heldStart'],
  [ScheduleId, 'schedule'],
  [HookId, 'hook'],
  [MailAddressId, 'mailAddress'],
  [InboundMailId, 'inboundMail'],
  [ApiKeyId, 'key'],
  [WebsiteId, 'website'],
  [CommentId, 'comment'],
  [ReportId, 'report'],
  [MemberId, 'member'],
  [ClientId, 'client'],
  [TeamId, 'team'],
  [RoleId, 'role'],
  [TenantId, 'tenant'],
  [PersonId, 'person'],
  [SessionId, 'session'],
])

export const EACH = '[]'

export interface IdPlace {
  /** Names of the fields that lead to it; `[]` for any element of a list. */
  path: string[]
  /** The name of its field where the schema does not say what it is an id of. */
  kind: string
}

/** Everywhere in what a call takes that an id can stand, as its schema says. */
export function idPlaces(schema: z.core.$ZodType | undefined, path: string[] = []): IdPlace[] {
  if (!schema) return []
  const kind = KINDS.get(schema)
  if (kind) return [{ path, kind }]
  if (schema instanceof z.core.$ZodUUID) return [{ path, kind: path.at(-1) ?? '' }]
  if (schema instanceof z.core.$ZodObject) {
    return Object.entries(schema._zod.def.shape).flatMap(([name, inner]) => idPlaces(inner, [...path, name]))
  }
  if (schema instanceof z.core.$ZodArray) return idPlaces(schema._zod.def.element, [...path, EACH])
  if (schema instanceof z.core.$ZodUnion) return schema._zod.def.options.flatMap((inner) => idPlaces(inner, path))
  if (schema instanceof z.core.$ZodPipe) {
    return [...idPlaces(schema._zod.def.in, path), ...idPlaces(schema._zod.def.out, path)]
  }
  if (
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodNullable ||
    schema instanceof z.core.$ZodDefault
  ) {
    return idPlaces(schema._zod.def.innerType, path)
  }
  return []
}
