export { default } from 'serve-static';
