// The operations on an order's files (specification 4.5).
import * as z from 'zod'
import { attachmentAddress, newAttachment, attachment } from '../resources/index.ts'
import { sentUuid } from '../scalars.ts'
import { byNumber, reading } from './endpoint.ts'
import type { Endpoint } from './endpoint.ts'

export const attachmentEndpoints = {
  addAttachment: {
    ...reading,
    method: 'POST',
    path: '/orders/{number}/attachments',
    class: 'files',
    scope: 'orders:write',
    params: byNumber,
    body: newAttachment,
    bodyMedia: 'multipart/form-data',
    status: 201,
    response: attachment,
    errors: ['file_too_large', 'invalid_transition', 'too_many_files'],
  },
  readAttachment: {
    ...reading,
    path: '/orders/{number}/attachments/{id}',
    class: 'files',
    scope: 'orders:read',
    params: z.object({ ...byNumber.shape, id: sentUuid }),
    response: attachmentAddress,
    assumed: true,
  },
} as const satisfies Record<string, Endpoint>
