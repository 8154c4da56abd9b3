export { PasswordForm } from './password-form.tsx';
export { PasswordStrength } from './password-strength.tsx';
