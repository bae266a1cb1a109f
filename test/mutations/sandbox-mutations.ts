// Mutations of the rules for sandboxes from one-time links.
import { mutationsOf } from './mutation.ts'

const onePerAddress = '5 · there is one sandbox per address'
const deleted = '5 · a sandbox is deleted after 30 days without use, with a notice 3 days before'
const restarts = '5 · one call with the test key restarts the 30 days'

export const sandboxMutations = [
  ...mutationsOf(
    'src-service/sandbox-accounts/sandbox-links.ts',
    [
      'a sandbox link never expires',
      'nowMs >= Date.parse(requestedAt) + linkMs',
      'nowMs < 0',
      '5 · a sandbox link is valid for 24 hours',
    ],
    [
      'a used sandbox link works again',
      "if (row === undefined || state !== 'open') return",
      'if (row === undefined) return',
      '5 · a sandbox link is usable once',
    ],
    [
      'a second link replaces a sandbox that was used',
      'existing !== null && (existing.workshopId !== replaces || existing.everUsed)',
      'existing?.everUsed === true',
      onePerAddress,
    ],
    [
      'an address with a sandbox gets a link',
      'if (existing?.everUsed === true) {',
      'if (existing?.everUsed === undefined) {',
      onePerAddress,
    ],
  ),
  ...mutationsOf('src-service/seed/seed-sandbox.ts', [
    'a sandbox has no invoices and no shop',
    'fillWorkshop(parts, workshop)\n',
    'void fillWorkshop\n',
    '5 · a new sandbox has 10 customers, 16 products, 1 agreement and 20 orders in all statuses',
  ]),
  ...mutationsOf('src-service/mail/email-address.ts', [
    'capital letters make another address',
    'localPart.toLowerCase()',
    'localPart',
    onePerAddress,
  ]),
  ...mutationsOf(
    'src-service/sandbox-accounts/idle-sandboxes.ts',
    [
      'no notice is sent',
      'if (sandbox.noticeId !== null || noticeDue(sandbox) > nowMs) continue',
      'if (nowMs > 0) continue',
      deleted,
    ],
    ['no sandbox is deleted', '(deletionDue(sandbox) ?? Infinity) <= nowMs', 'nowMs < 0', deleted],
    ['a use is ignored', 'sandboxes.recordUses(nowMs)\n', '', restarts],
  ),
  ...mutationsOf('src-service/sandbox-accounts/sandbox-store.ts', [
    'a use does not cancel the notice',
    'SET used_at = use.at, notice_id = NULL, noticed_at = NULL',
    'SET used_at = use.at',
    restarts,
  ]),
]
