"""What looks at models beyond the command line: pictures, and a report as a page. Needs the extra `experiments`."""
