// Rules of sandboxes from one-time links, each broken.
import { of } from './mutation.ts'

const onePerAddress = '5 · there is one sandbox per address'
const deleted = '5 · a sandbox is deleted after 30 days without use, with a notice 3 days before'
const restarts = '5 · using the test key once restarts the 30 days'

export const ofSandboxes = [
  ...of(
    'src-service/sandboxes/links.ts',
    ['a link works for ever', 'nowMs >= Date.parse(at) + linkMs', 'nowMs < 0', '5 · a sandbox link is valid 24 hours'],
    [
      'a link works whatever has become of it',
      "if (row === undefined || state !== 'open') return",
      'if (row === undefined) return',
      '5 · a sandbox link is usable once',
    ],
    [
      'a second link takes the sandbox of the first',
      'there !== null && (there.workshopId !== replaces || there.everUsed)',
      'there?.everUsed === true',
      onePerAddress,
    ],
    [
      'an address with a sandbox is sent a link',
      'if (there?.everUsed === true) {',
      'if (there?.everUsed === undefined) {',
      onePerAddress,
    ],
    [
      'a sandbox has no invoices and no shop',
      'fillWorkshop(parts, workshop)\n',
      'void fillWorkshop\n',
      '5 · a new sandbox holds 10 customers, 16 products, 1 agreement and 20 orders in all statuses',
    ],
  ),
  ...of('src-service/sandboxes/email-address.ts', [
    'large letters make another address',
    'before.toLowerCase()',
    'before',
    onePerAddress,
  ]),
  ...of(
    'src-service/sandboxes/idle.ts',
    [
      'nobody is told',
      'if (each.noticeId !== null || noticeDue(each) > nowMs) continue',
      'if (nowMs > 0) continue',
      deleted,
    ],
    ['nothing is deleted', '(deletionDue(each) ?? Infinity) <= nowMs', 'nowMs < 0', deleted],
    ['a use is passed over', 'sandboxes.takeUses(nowMs)\n', '', restarts],
  ),
  ...of('src-service/sandboxes/sandbox-book.ts', [
    'what was told stands after a use',
    'SET used_at = use.at, notice_id = NULL, noticed_at = NULL',
    'SET used_at = use.at',
    restarts,
  ]),
]
