/** The style sheet of the page behind the QR code. */
export const pageStyles = `
:root{color-scheme:light dark;--page:#f6f7f7;--card:#fff;--text:#172024;--quiet:#526068;--line:#e1e5e7;--link:#0b7480;--mark:#59666d;--sign:"?"}
@media (prefers-color-scheme:dark){:root{--page:#0e1416;--card:#151d20;--text:#e8eeef;--quiet:#a9b7bb;--line:#263236;--link:#4cc0c9}}
body{margin:0;min-height:100vh;display:grid;align-content:center;justify-items:center;gap:16px;padding:16px;box-sizing:border-box;background:var(--page);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{box-sizing:border-box;width:min(100%,460px);padding:28px 24px;background:var(--card);border:1px solid var(--line);border-radius:12px;text-align:center}
main::before{content:var(--sign)/"";display:grid;place-items:center;width:64px;height:64px;margin:0 auto 16px;border-radius:50%;background:var(--mark);color:#fff;font:700 34px/1 system-ui,sans-serif}
main[data-kind=issued]{--mark:#18794a;--sign:"\\2713"}main[data-kind=replaced]{--mark:#8a5a00;--sign:"!"}
main[data-kind=voided],main[data-kind=unknown]{--mark:#b4232c;--sign:"\\2715"}
.office{margin:0;color:var(--quiet);font-size:14px}h1{margin:4px 0 8px;font-size:24px;line-height:1.25;text-wrap:balance}
p{margin:0;text-wrap:pretty}dl{display:grid;grid-template-columns:auto 1fr;gap:8px 16px;margin:20px 0 0;padding-top:16px;border-top:1px solid var(--line);text-align:start}
dt{color:var(--quiet)}dd{margin:0;font-weight:600;overflow-wrap:anywhere}
nav a{display:inline-block;padding:10px 16px;color:var(--link);font-weight:550}
`.trim();
