import type { IConfiguration } from 'dependency-cruiser';
import {
  anywherePackages,
  browserPackages,
  cartographyPackages,
  packages,
  serverPackages,
  widgetPaths,
} from './packages.ts';

const test = '^tests/|\\.test\\.tsx?$|^kernel/testing/';
const from = (path: string) => ({ path, pathNot: test });

/** Rules of Uzbekistan, and parts of the kernel that run both on the server and in the browser. */
const kernelDomain = '^kernel/domain/';
const kernelContract = '^kernel/(domain|((identity|records)/)?contract)/';
const kernelServer = '^kernel/(domain|((app|identity|records)/)?(server|contract))/';
const kernelClient = '^kernel/(domain|((app|identity|records)/)?(client|contract))/';

/** Parts of the kernel that a plugin may import: those of `kernel/plugin-api` for its host, and the rules of Uzbekistan. */
const pluginApi = (...parts: readonly string[]) => `^kernel/(domain/|plugin-api/(${parts.join('|')})\\.ts$)`;

/** Code that seeds a demonstration, and its entry for plugins. */
const anyDemo = '^(kernel|plugins|widgets)/.*/demo/|^kernel/plugin-api/demo\\.ts$';

const ownContract = '^plugins/$1/((manifest|contract|sign-in)\\.ts$|contract/)';
const otherContract = '^plugins/[^/]+/contract\\.ts$';

/**
 * The import rules, as in the table of the architecture. Type-only imports count. `boundaries.test.ts` proves
 * each rule with a module that breaks it.
 */
export const boundaries = {
  forbidden: [
    {
      name: 'domain-imports-zod-only',
      comment:
        'kernel/domain knows nothing of the host: it may import zod, the index of boxes (flatbush) and itself.',
      severity: 'error',
      from: from(kernelDomain),
      to: { pathNot: [kernelDomain, packages(anywherePackages)] },
    },
    {
      name: 'contract-imports-zod-only',
      comment:
        'The contracts of the kernel run anywhere: they may import kernel/domain, each other and packages that do.',
      severity: 'error',
      from: from(kernelContract),
      to: { pathNot: [kernelContract, packages(anywherePackages)] },
    },
    {
      name: 'client-imports-browser-only',
      comment:
        'kernel/client may import the kernel’s contracts, widgets, browser packages, and the usual deployment for its order.',
      severity: 'error',
      from: from('^kernel/((app|identity|records)/)?client/'),
      to: { pathNot: [kernelClient, '^widgets/', '^deployment.json$', packages(browserPackages)] },
    },
    {
      name: 'server-imports-node-only',
      comment: 'kernel/server may import the kernel’s contracts and Node packages.',
      severity: 'error',
      from: from('^kernel/((app|identity|records)/)?server/'),
      to: { dependencyTypesNot: ['core'], pathNot: [kernelServer, packages(serverPackages)] },
    },
    {
      name: 'gallery-imports-browser-only',
      comment: 'kernel/devtools/gallery may import what kernel/client may.',
      severity: 'error',
      from: from('^kernel/devtools/gallery/'),
      to: { pathNot: ['^kernel/devtools/gallery/', kernelClient, '^widgets/', packages(browserPackages)] },
    },
    {
      name: 'demo-imports-node-only',
      comment: 'kernel/devtools/demo may import what kernel/server may.',
      severity: 'error',
      from: from('^kernel/devtools/demo/'),
      to: {
        dependencyTypesNot: ['core'],
        pathNot: ['^kernel/devtools/demo/', kernelServer, packages(serverPackages)],
      },
    },
    {
      name: 'demo-on-request',
      comment:
        'What fills a demonstration is loaded only where there is one: other code imports it with import(), if at all.',
      severity: 'error',
      from: { pathNot: [anyDemo, '^kernel/devtools/', test] },
      to: { path: anyDemo, dynamic: false },
    },
    {
      name: 'widgets-import-themselves-only',
      comment:
        'widgets import React and map packages, their own texts, the geometry, the palette, the checks of names, numbers and plain values of kernel/domain, nothing else of kernel or plugins; a widget knows widgets/shared and no other one.',
      severity: 'error',
      from: { path: '^widgets/([^/]+)/', pathNot: test },
      to: {
        pathNot: [
          '^widgets/$1/',
          '^locales/[^/]+/$1\\.json$',
          '^widgets/shared/',
          '^kernel/domain/text/(jshshir|passport|person-names|phone|dates|local-dates|numbers)\\.ts$',
          '^kernel/domain/values/',
          '^kernel/domain/geo/(point-in-rings?|ring-parts|ring-crossings|segments|palette)\\.ts$',
          widgetPaths,
        ],
      },
    },
    {
      name: 'manifest-imports-contracts-only',
      comment:
        'manifest.ts, contract.ts and the parts of it in contract/ may import each other, kernel/plugin-api/contract.ts, kernel/domain, zod, and contract.ts of plugins.',
      severity: 'error',
      from: from('^plugins/([^/]+)/((manifest|contract|sign-in)\\.ts$|contract/)'),
      to: { pathNot: [pluginApi('contract'), '^plugins/$1/contract/', otherContract, packages(['zod'])] },
    },
    {
      name: 'plugin-client-imports-browser-only',
      comment:
        'plugins/x/client may import its own folder, its manifest and contract, contract.ts and client.ts of kernel/plugin-api, kernel/domain, widgets, browser packages, and contract.ts of plugins.',
      severity: 'error',
      from: from('^plugins/([^/]+)/client/'),
      to: {
        pathNot: [
          '^plugins/$1/client/',
          ownContract,
          otherContract,
          pluginApi('contract', 'client'),
          '^widgets/',
          packages(browserPackages),
        ],
      },
    },
    {
      name: 'plugin-server-imports-node-only',
      comment:
        'plugins/x/server may import its own folder and demonstration, its manifest and contract, contract.ts and server.ts of kernel/plugin-api, kernel/domain, Node packages, and contract.ts of plugins.',
      severity: 'error',
      from: from('^plugins/([^/]+)/server/'),
      to: {
        dependencyTypesNot: ['core'],
        pathNot: [
          '^plugins/$1/(server|demo)/',
          ownContract,
          otherContract,
          pluginApi('contract', 'server'),
          packages(serverPackages),
        ],
      },
    },
    {
      name: 'plugin-demo-imports-node-only',
      comment:
        'plugins/x/demo may import what plugins/x/server may, that server itself, and demo.ts of kernel/plugin-api.',
      severity: 'error',
      from: from('^plugins/([^/]+)/demo/'),
      to: {
        dependencyTypesNot: ['core'],
        pathNot: [
          '^plugins/$1/(demo|server)/',
          ownContract,
          otherContract,
          pluginApi('contract', 'server', 'demo'),
          packages([...serverPackages, ...cartographyPackages]),
        ],
      },
    },
    {
      name: 'plugin-has-known-parts',
      comment:
        'A plugin is manifest.ts, contract.ts, contract/, sign-in.ts, client/, server/ and demo/; code elsewhere in it escapes every rule.',
      severity: 'error',
      from: {
        path: '^plugins/',
        pathNot: ['^plugins/[^/]+/((manifest|contract|sign-in)\\.ts$|contract/|client/|server/|demo/)', test],
      },
      to: {},
    },
    {
      name: 'plugin-tests-import-plugin-api-only',
      comment:
        'Tests of plugins may import kernel/plugin-api and kernel/domain, and no other file of the kernel.',
      severity: 'error',
      from: { path: '^plugins/.*\\.test\\.tsx?$' },
      to: {
        path: '^kernel/',
        pathNot: pluginApi('contract', 'client', 'server', 'demo', 'testing', 'testing-client'),
      },
    },
    {
      name: 'plugin-api-fits-its-host',
      comment:
        'contract.ts of kernel/plugin-api exports what runs anywhere, client.ts what runs in a browser.',
      severity: 'error',
      from: { path: '^kernel/plugin-api/(contract|client)\\.ts$' },
      to: { pathNot: kernelClient },
    },
    {
      name: 'plugin-api-server-fits-its-host',
      comment: 'server.ts and demo.ts of kernel/plugin-api export what runs in Node.',
      severity: 'error',
      from: { path: '^kernel/plugin-api/(server|demo)\\.ts$' },
      to: { pathNot: [kernelServer, '^kernel/devtools/demo/'] },
    },
    {
      name: 'app-above-all',
      comment:
        'kernel/app puts the program together from the other parts of the kernel (composition root): it may import them, none of them imports it.',
      severity: 'error',
      from: { pathNot: ['^kernel/app/', test] },
      to: { path: '^kernel/app/' },
    },
    {
      name: 'identity-above-the-rest',
      comment:
        'Identity rests on the other parts of the kernel; of those, only kernel/app, which puts the program together, the demonstration, the test kit, and plugin-api, which exports a part of it, import it.',
      severity: 'error',
      from: from('^kernel/((client|server|records|contract|domain)/|devtools/(?!demo/))'),
      to: { path: '^kernel/identity/' },
    },
    {
      name: 'records-above-its-hosts',
      comment: 'Records rest on kernel/client and kernel/server, which know nothing of them.',
      severity: 'error',
      from: from('^kernel/((client|server|contract|domain)/|devtools/(?!demo/))'),
      to: { path: '^kernel/records/' },
    },
    {
      name: 'plugin-api-is-for-plugins',
      comment: 'kernel/plugin-api is what plugins see of the kernel; the kernel itself imports the parts.',
      severity: 'error',
      from: { path: '^kernel/' },
      to: { path: '^kernel/plugin-api/' },
    },
    {
      name: 'nothing-imports-tests',
      comment: 'Tests may import anything; nothing imports a test.',
      severity: 'error',
      from: { pathNot: test },
      to: { path: '^tests/|\\.test\\.tsx?$' },
    },
    {
      name: 'testing-imports-no-test',
      comment: 'kernel/testing serves every test and knows none.',
      severity: 'error',
      from: { path: '^kernel/testing/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^tests/|\\.test\\.tsx?$' },
    },
    {
      name: 'testing-from-tests-only',
      comment: 'kernel/testing is for tests.',
      severity: 'error',
      from: { pathNot: [test, '^kernel/plugin-api/testing\\.ts$'] },
      to: { path: '^kernel/testing/' },
    },
    {
      name: 'kernel-names-no-plugin',
      comment: 'The kernel finds plugins and never names one; its test helpers neither.',
      severity: 'error',
      from: { path: '^kernel/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^plugins/' },
    },
    {
      name: 'no-cycles',
      comment: 'A circle of imports hides which part rests on which.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'A module that imports nothing and that nothing imports is dead.',
      severity: 'error',
      from: {
        orphan: true,
        // Declarations, scripts that a page loads unchanged, and a module that the builds put in place of a package.
        pathNot: ['\\.d\\.ts$', '^kernel/client/public/', '^widgets/map/render/canvas/image-loader\\.ts$'],
      },
      to: {},
    },
    {
      name: 'no-unresolvable',
      comment: 'The import leads nowhere.',
      severity: 'error',
      // Other editors, installed by the benchmark.
      from: { pathNot: '^tests/bench/map/editors/' },
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'no-undeclared-packages',
      comment: 'A package that package.json does not name may be gone tomorrow.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    // swc reports type-only imports; `tsPreCompilationDeps` needs a TypeScript with an API.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|var|test-results|tests/external/example)/|\\?' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
} as const satisfies IConfiguration;
